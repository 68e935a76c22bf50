/**
 * The points at which the crash tests end the process, as a crash would: between any two steps that belong
 * together. `TIMBRE_FAILPOINT=send-talked:2` ends it at the second passing. Without the variable, and always with the
 * real authority, they do nothing.
 */
export const failpoints = [
  'emit-numbered',
  'emit-stored',
  'emit-committed',
  'emit-journaled',
  'adopt-stored',
  'adopt-committed',
  'adopt-journaled',
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
  'receive-signed',
  'receive-stored',
  'receive-committed',
  'void-stored',
  'void-committed',
  'void-begun',
  'void-talked',
  'void-recorded',
  'webhook-sent',
  'mail-posted',
  'deliver-asked',
  'deliver-begun',
  'deliver-talked',
  'deliver-recorded',
  'approvals-queued',
  'pilot-advanced',
  'pilot-moved',
  'review-judged',
  'review-adopted',
  'review-concluded',
  'simulation-stored',
  'report-books',
  'report-part',
  'report-made',
  'report-concluded',
  'quickbooks-noting',
  'quickbooks-noted',
  'quickbooks-talked',
  'quickbooks-saving',
  'quickbooks-saved',
  'process-read',
  'process-storing',
  'process-stored',
  'process-concluded',
  'demo-issued',
  'demo-supplied',
  'demo-received',
  'demo-stepped',
  'demo-connected',
  'demo-replaced',
] as const;

type Failpoint = (typeof failpoints)[number];

/** The failpoint that ends the process, and at which passing (1 = the first). */
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

/** Ends the process at once, without clean-up, if this failpoint is armed. */
export function failpoint(name: Failpoint): void {
  if (armed === undefined || armed.name !== name) return;
  passed += 1;
  if (passed === armed.passing) process.kill(process.pid, 'SIGKILL');
}
