export type { Fault, FaultKind } from './faults.ts';
export type { Settings } from './settings.ts';
export { createQuickBooksSimulator, type QuickBooksSimulator, type SimulatorOptions } from './simulator.ts';
export { type RunningQuickBooks, type StartOptions, startQuickBooksSimulator } from './start.ts';
