// Makes the data folder of a server with nothing in it but a migrated embedded database: `migrated-folder.ts <folder>`.
import { connect } from '../../../platform/db/connect.ts';
import { migrate } from '../../../platform/db/migrate.ts';

const fail = (error: Error): never => {
  throw error;
};
const dataDir = process.argv[2]!;
const db = await connect({ databaseUrl: undefined, dataDir, fsync: false }, { onWarning: fail, onLost: fail });
await migrate(db);
await db.close();
