export * from './company-year.ts';
export * from './quickbooks-year.ts';
