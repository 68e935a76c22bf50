-- The item of the menu that was called excel has the name of its feature.
update empresa set accesos = accesos - 'excel' || jsonb_build_object('importacion', accesos -> 'excel')
where jsonb_exists(accesos, 'excel');
