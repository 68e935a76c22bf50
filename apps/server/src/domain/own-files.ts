import { join } from 'node:path';
import type { Config } from './config.ts';

/** Path of this process's issue journal: in a folder of its own, which this process locks. */
export const journalFileOf = ({ journalFile, dataDir }: Pick<Config, 'journalFile' | 'dataDir'>): string =>
  journalFile ?? join(dataDir, 'diario', 'emision.diario');

/** Folder in which this process stores the signed ends of the event records. */
export const anchorFolderOf = ({ anchorFolder, dataDir }: Pick<Config, 'anchorFolder' | 'dataDir'>): string =>
  anchorFolder ?? join(dataDir, 'anclas');
