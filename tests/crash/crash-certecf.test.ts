import { killAndCompare } from './kill-and-compare.ts';

killAndCompare('certecf');
