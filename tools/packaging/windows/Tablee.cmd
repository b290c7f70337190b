@echo off
rem Tablee. Double clic : la table s'ouvre. Avec des mots : la ligne de commande (Tablee --help).
if not exist "%~dp0python\pythonw.exe" goto zipped
if not "%~1"=="" goto typed
start "" "%~dp0python\pythonw.exe" "%~dp0python\window.pyw"
goto :eof
:zipped
echo Ce fichier est encore dans le zip. Fermez cette page, faites un clic droit sur le zip, puis "Extraire tout",
echo et double-cliquez sur Tablee.cmd dans le nouveau dossier.
echo.
echo This file is still inside the zip. Close this page, right-click the zip, then "Extract all",
echo and double-click Tablee.cmd in the new folder.
pause
exit /b 1
:typed
"%~dp0python\python.exe" -m tablee %*
