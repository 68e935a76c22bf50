import { open } from 'node:fs/promises';
import { devNull } from 'node:os';
import { onTestFinished } from 'vitest';

const probe = await open(devNull, 'r');
const prototype = Object.getPrototypeOf(probe) as typeof probe;
await probe.close();

/**
 * Makes every appending file handle of this process write half of its data and fail, as on a full disk, until it is
 * freed or the test ends: a failed test leaves no full disk to the tests after it.
 */
export function fillDisk(): { free(): void } {
  const { appendFile } = prototype;
  prototype.appendFile = async function (data) {
    const text = String(data);
    await appendFile.call(this, text.slice(0, text.length / 2));
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  const free = () => {
    prototype.appendFile = appendFile;
  };
  onTestFinished(free);
  return { free };
}
