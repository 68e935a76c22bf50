// Makes the folder of an embedded database: `make-folder.ts <folder>`.
import { ensureEmbeddedFolder } from '../../../platform/db/embedded-folder.ts';

await ensureEmbeddedFolder(process.argv[2]!, true);
