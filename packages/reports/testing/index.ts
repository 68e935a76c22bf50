export { type Chance, chanceOf } from './chance.ts';
export * from './company-year.ts';
export * from './quickbooks-year.ts';
export { secondIT1 } from './second-it1.ts';
export { secondQuickBooks } from './second-quickbooks.ts';
export { secondReading } from './second-reading.ts';
