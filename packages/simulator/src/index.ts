export type { Controls } from './control.ts';
export type { Fault, FaultKind } from './faults.ts';
export type { ForcedDecision } from './reception.ts';
export type { Decision, Facts, Reception } from './registry.ts';
export type { Authorization } from './roll.ts';
export { createSimulator, hostsAt, type Simulator, type SimulatorOptions } from './simulator.ts';
export { type RunningSimulator, startSimulator } from './start.ts';
export type { Settings } from './world.ts';
