export { retryNow } from './api.ts';
export { DevelopmentSwitch, useAutoridad } from './auth-panel.tsx';
export { useRehearsalMode } from './rehearsal-mode.ts';
export { RehearsalNotice } from './rehearsal-notice.tsx';
export { Toolbar } from './toolbar.tsx';
