export { portalQuestion } from './steps.ts';
