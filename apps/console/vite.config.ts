import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bundleBudget } from './build/bundle-budget.ts'
import { leanContract } from './build/lean-contract.ts'
import { pagePreloads } from './build/page-preloads.ts'
import { sharedChunks } from './build/shared-chunks.ts'
import { splitModules } from './build/split-modules.ts'
import { unusedAntd } from './build/unused-antd.ts'

/** Where `vite` (npm run dev) finds the server. */
const SERVER = process.env.RUWU_SERVER ?? 'http://127.0.0.1:8080'

/** Runs before the shell's scripts do, so it does not wait for them. */
const START = 'workbench/start-chat.ts'
const FRAME = 'shell/shell.tsx'
const CHAT = 'workbench/chat-page.tsx'

/** What a visit loads, step by step. Everything of the sign-in pages is small; antd comes with the shell. */
const STEPS = {
  base: ['src/main.tsx'],
  'sign-in': ['auth/login-page.tsx', 'auth/register-page.tsx'],
  start: [START],
  frame: [FRAME],
  chat: [CHAT],
  floating: ['rendering/floating-layers.tsx'],
  layers: [
    'composer/composer-layers.tsx',
    'message-menu/message-dialogs.tsx',
    'filter/filter-panel.tsx',
    'search/thread-search.tsx',
    'shell/agent-dialogs.tsx',
    // Loaded ahead, without the rest that other pages share.
    'redirect/redirect-dialog.tsx',
    'postpone/postpone-dialog.tsx',
    'reminder/reminder-dialog.tsx',
    'schedule/schedule-dialog.tsx',
    'tags/tag-picker.tsx',
    'components/search-overlay.tsx',
  ],
}

export default defineConfig({
  plugins: [
    react(),
    unusedAntd(),
    leanContract(),
    splitModules(/\/packages\/(contract|domain)\/src\/.+\.ts$|\/features\/.+\.(queries|mutations)\.ts$/),
    sharedChunks(STEPS, 'pages'),
    bundleBudget([
      { path: '/login', loads: ['auth/login-page.tsx'], maxGzipBytes: 200_000 },
      { path: '/chat', loads: [START, FRAME, CHAT], maxGzipBytes: 450_000 },
    ]),
    pagePreloads({ '/chat': [START, FRAME, CHAT], '*': [FRAME] }),
  ],
  build: {
    target: 'es2024',
    chunkSizeWarningLimit: 1200,
    cssCodeSplit: false,
    rolldownOptions: {
      // antd's own parts do not say so themselves.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/(@rc-component|@ant-design)\//, sideEffects: false }] },
    },
  },
  server: {
    proxy: {
      '/luna': SERVER,
      '/avatar': SERVER,
      '/demo-media': SERVER,
      '/runtime-config.js': SERVER,
      '/api': { target: SERVER, ws: true },
    },
  },
})
