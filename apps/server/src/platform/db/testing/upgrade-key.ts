/** The master key of the databases in this folder. */
export const upgradeKey = Buffer.alloc(32, 'timbre').toString('base64');
