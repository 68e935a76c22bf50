/**
 * The places where the crash tests end the process, as a power cut would: between any two things that must not come apart.
 * `TIMBRE_FAILPOINT=send-talked:2` ends it the second time that it comes by. Without it, and always with the real
 * authority, they do nothing.
 */
export const failpoints = [
  'emit-numbered',
  'emit-stored',
  'emit-committed',
  'emit-journaled',
  'send-begun',
  'send-journaled',
  'send-talked',
  'send-recording',
  'send-recorded',
  'import-stored',
  'import-read',
  'import-concluded',
  'sign-sealed',
  'sign-committed',
  'sign-journaled',
  'edit-signing',
  'edit-signed',
] as const;

export type Failpoint = (typeof failpoints)[number];

/** Which failpoint ends the process, and at which passing (1 = the first). */
export interface ArmedFailpoint {
  readonly name: Failpoint;
  readonly passing: number;
}

let armed: ArmedFailpoint | undefined;
let passed = 0;

/** Arms a failpoint of this process; undefined = none. */
export function armFailpoint(failpoint: ArmedFailpoint | undefined): void {
  armed = failpoint;
}

/** Ends the process here, without a last word, when it was armed for this place. */
export function failpoint(name: Failpoint): void {
  if (armed === undefined || armed.name !== name) return;
  passed += 1;
  if (passed === armed.passing) process.kill(process.pid, 'SIGKILL');
}
