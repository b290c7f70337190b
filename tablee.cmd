@echo off
rem Tablee on Windows: opens the table; with arguments, the command line (.\tablee --help).
setlocal
where /q py && set "python=py -3" || set "python=python"
%python% "%~dp0tools\boot.py" run %*
