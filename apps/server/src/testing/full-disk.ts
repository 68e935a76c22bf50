import { open } from 'node:fs/promises';
import { devNull } from 'node:os';

const probe = await open(devNull, 'r');
const prototype = Object.getPrototypeOf(probe) as typeof probe;
await probe.close();

/** Until it is freed, every file handle of this process that appends writes half of it and fails, as on a full disk. */
export function fillDisk(): { free(): void } {
  const { appendFile } = prototype;
  prototype.appendFile = async function (data) {
    const text = String(data);
    await appendFile.call(this, text.slice(0, text.length / 2));
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  return {
    free() {
      prototype.appendFile = appendFile;
    },
  };
}
