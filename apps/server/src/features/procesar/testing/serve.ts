// Serves the application with an accounting program of invented documents: FEED_DOCUMENTS of them, each page after FEED_PAGE_MS.
import { createApp } from '../../../app.ts';
import { readConfig } from '../../../config.ts';
import { armFailpoint } from '../../../failpoint.ts';
import { ensureDemo } from '../../../first-start.ts';
import { connectSources } from '../sources.ts';
import { createFeed, inventedDocuments } from './feed.ts';

const { FEED_DOCUMENTS = '0', FEED_PAGE_MS = '0' } = process.env;
const config = readConfig(process.env);
armFailpoint(config.failpoint);
const app = await createApp(config, {}, (error) => {
  throw error;
});
connectSources(
  app.context,
  createFeed(inventedDocuments(Number(FEED_DOCUMENTS)), { pageSize: 50, pageMs: Number(FEED_PAGE_MS) }),
);
const demo = await ensureDemo(app.context);
await app.runner.start();
const address = await app.http.fastify.listen({ port: config.port, host: config.host });
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
console.log(`listo: ${address}\n  Empresa demo   ${demo?.login}   contraseña: ${demo?.password ?? '-'}`);
