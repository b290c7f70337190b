@echo off
rem Tablee. Double clic : la table s'ouvre. Avec des mots : la ligne de commande (Tablee --help).
if not "%~1"=="" goto typed
start "" "%~dp0python\pythonw.exe" "%~dp0python\window.pyw"
goto :eof
:typed
"%~dp0python\python.exe" -m tablee %*
