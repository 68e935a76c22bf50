import { lazyPart } from '../../ui/lazy-part.tsx';

export const WebhooksPanel = lazyPart(async () => (await import('./webhooks-panel.tsx')).WebhooksPanel);
