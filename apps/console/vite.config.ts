import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bundleBudget } from './build/bundle-budget.ts'

/** Where `vite` (npm run dev) finds the server. */
const SERVER = process.env.RUWU_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react(), bundleBudget({ page: 'src/features/auth/login-page.tsx', maxGzipBytes: 200_000 })],
  build: { target: 'es2024', chunkSizeWarningLimit: 1200 },
  server: {
    proxy: {
      '/luna': SERVER,
      '/avatar': SERVER,
      '/runtime-config.js': SERVER,
      '/api': { target: SERVER, ws: true },
    },
  },
})
