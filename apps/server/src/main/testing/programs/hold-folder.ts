// Takes the lock of a folder and holds it: `hold-folder.ts <folder>`.
import { lockFolder } from '../../../platform/db/folder-lock.ts';

lockFolder(process.argv[2]!).then(
  () => {
    console.log('held');
    setInterval(() => undefined, 1_000);
  },
  (error: Error) => {
    console.log(error.name);
    process.exit(1);
  },
);
