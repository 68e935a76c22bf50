-- In a database of the locale C the texts of blocks kept capitals with marks, and searches missed them: those blocks are signed
-- again.
set local role timbre_system;
update documento_bloque set firma = null where firma is not null and lower('Ñ') <> 'ñ';
reset role;
