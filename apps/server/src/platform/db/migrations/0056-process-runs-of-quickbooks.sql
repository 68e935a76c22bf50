-- Which company in QuickBooks an execution reads, and whether it may change reports that were filed.
alter table ejecucion add column realm text not null default '';
alter table ejecucion add column presentados boolean not null default false;
