import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bundleBudget } from './build/bundle-budget.ts'
import { pagePreloads } from './build/page-preloads.ts'
import { sharedChunks } from './build/shared-chunks.ts'

/** Where `vite` (npm run dev) finds the server. */
const SERVER = process.env.RUWU_SERVER ?? 'http://127.0.0.1:8080'

/** What a visit loads, step by step. Everything of the sign-in pages is small; antd comes with the shell. */
const STEPS = {
  base: ['src/main.tsx'],
  'sign-in': ['auth/login-page.tsx', 'auth/register-page.tsx'],
  // Runs before the shell's scripts do, so it does not wait for them.
  start: ['workbench/start-chat.ts'],
  frame: ['shell/shell.tsx'],
  chat: ['workbench/chat-page.tsx'],
}

export default defineConfig({
  plugins: [
    react(),
    sharedChunks(STEPS, 'pages'),
    bundleBudget({ page: 'src/features/auth/login-page.tsx', maxGzipBytes: 200_000 }),
    pagePreloads({ '/chat': [...STEPS.start, ...STEPS.frame, ...STEPS.chat], '*': STEPS.frame }),
  ],
  build: {
    target: 'es2024',
    chunkSizeWarningLimit: 1200,
    cssCodeSplit: false,
  },
  server: {
    proxy: {
      '/luna': SERVER,
      '/avatar': SERVER,
      '/runtime-config.js': SERVER,
      '/api': { target: SERVER, ws: true },
    },
  },
})
