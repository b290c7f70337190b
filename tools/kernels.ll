; The memory manager of the kernels that travel, for wasm32; numba's own is C, with atomic counters.
;
; A block begins with what numba knows of it: at 0 how many hold it, at 24 where its data lie. At 8 is its size class.
; Classes are a quarter of a power of two apart. A block that nobody holds waits in the list of its class.

target triple = "wasm32-unknown-unknown"

@__heap_base = external global i8
@top = internal global i32 0
@waiting = internal global [136 x ptr] zeroinitializer

declare i32 @llvm.wasm.memory.size.i32(i32)
declare i32 @llvm.wasm.memory.grow.i32(i32, i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)

; Forget everything but the first so many bytes, which a new call is made with; 0 if there are not so many.
define i32 @begin(i32 %size) {
  %base = ptrtoint ptr @__heap_base to i32
  %above = add i32 %base, 63
  %aligned = and i32 %above, -64
  store i32 %aligned, ptr @top
  call void @llvm.memset.p0.i32(ptr @waiting, i8 0, i32 544, i1 false)
  %taken = call i32 @take(i32 %size)
  ret i32 %taken
}

; So many bytes, a multiple of 64, from the top; 0 if there are none.
define i32 @take(i32 %size) {
  %first = load i32, ptr @top
  %room = sub i32 -65536, %first
  %much = icmp ugt i32 %size, %room
  br i1 %much, label %none, label %fits
fits:
  %end = add i32 %first, %size
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %past = add i32 %end, 65535
  %wanted = lshr i32 %past, 16
  %missing = sub i32 %wanted, %pages
  %enough = icmp sle i32 %missing, 0
  br i1 %enough, label %there, label %grow
grow:
  %before = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %missing)
  %refused = icmp eq i32 %before, -1
  br i1 %refused, label %none, label %there
there:
  store i32 %end, ptr @top
  ret i32 %first
none:
  ret i32 0
}

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %alignment) {
  %huge = icmp ugt i64 %size, 4026531840
  br i1 %huge, label %none, label %fits
fits:
  %small = trunc i64 %size to i32
  %less = add i32 %small, 255        ; with 64 bytes in front, and never below 192
  %zeros = call i32 @llvm.ctlz.i32(i32 %less, i1 true)
  %power = sub i32 31, %zeros
  %shift = sub i32 %power, 2
  %part = lshr i32 %less, %shift
  %parts = add i32 %part, 1
  %whole = shl i32 %parts, %shift
  %fourth = shl i32 %power, 2
  %class = add i32 %fourth, %part    ; 4 * power + 4 .. 7
  %list = getelementptr ptr, ptr @waiting, i32 %class
  %known = load ptr, ptr %list
  %found = icmp ne ptr %known, null
  br i1 %found, label %again, label %new
again:
  %following = getelementptr i8, ptr %known, i32 16
  %rest = load ptr, ptr %following
  store ptr %rest, ptr %list
  br label %ready
new:
  %raised = add i32 %whole, 63
  %aligned = and i32 %raised, -64
  %taken = call i32 @take(i32 %aligned)
  %lacking = icmp eq i32 %taken, 0
  br i1 %lacking, label %none, label %made
made:
  %fresh = inttoptr i32 %taken to ptr
  br label %ready
ready:
  %block = phi ptr [ %known, %again ], [ %fresh, %made ]
  store i64 1, ptr %block
  %kind = getelementptr i8, ptr %block, i32 8
  store i32 %class, ptr %kind
  %data = getelementptr i8, ptr %block, i32 64
  %where = getelementptr i8, ptr %block, i32 24
  store ptr %data, ptr %where
  ret ptr %block
none:
  ret ptr null
}

define ptr @NRT_MemInfo_data_fast(ptr %block) alwaysinline {
  %where = getelementptr i8, ptr %block, i32 24
  %data = load ptr, ptr %where
  ret ptr %data
}

define void @NRT_incref(ptr %block) alwaysinline {
  %nothing = icmp eq ptr %block, null
  br i1 %nothing, label %done, label %count
count:
  %held = load i64, ptr %block
  %more = add i64 %held, 1
  store i64 %more, ptr %block
  br label %done
done:
  ret void
}

define void @NRT_decref(ptr %block) {
  %nothing = icmp eq ptr %block, null
  br i1 %nothing, label %done, label %count
count:
  %held = load i64, ptr %block
  %left = sub i64 %held, 1
  store i64 %left, ptr %block
  %free = icmp eq i64 %left, 0
  br i1 %free, label %release, label %done
release:
  %kind = getelementptr i8, ptr %block, i32 8
  %class = load i32, ptr %kind
  %list = getelementptr ptr, ptr @waiting, i32 %class
  %rest = load ptr, ptr %list
  %following = getelementptr i8, ptr %block, i32 16
  store ptr %rest, ptr %following
  store ptr %block, ptr %list
  br label %done
done:
  ret void
}

; 128-bit multiplication, which LLVM asks for where numba checks the size of an array.
define void @__multi3(ptr %result, i64 %a, i64 %ahigh, i64 %b, i64 %bhigh) {
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %c0 = lshr i64 %p00, 32
  %c1 = and i64 %p01, 4294967295
  %c2 = and i64 %p10, 4294967295
  %m0 = add i64 %c0, %c1
  %middle = add i64 %m0, %c2
  %low0 = and i64 %p00, 4294967295
  %low1 = shl i64 %middle, 32
  %low = or i64 %low0, %low1
  %h0 = lshr i64 %p01, 32
  %h1 = lshr i64 %p10, 32
  %h2 = lshr i64 %middle, 32
  %h3 = add i64 %p11, %h0
  %h4 = add i64 %h3, %h1
  %h5 = add i64 %h4, %h2
  %x = mul i64 %a, %bhigh
  %y = mul i64 %ahigh, %b
  %h6 = add i64 %h5, %x
  %high = add i64 %h6, %y
  store i64 %low, ptr %result
  %upper = getelementptr i8, ptr %result, i32 8
  store i64 %high, ptr %upper
  ret void
}
