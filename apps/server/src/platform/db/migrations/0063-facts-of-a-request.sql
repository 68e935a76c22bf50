-- What the applicant stated of the company: it is the company's once the request is approved.
alter table registro add datos jsonb not null default '{}';
