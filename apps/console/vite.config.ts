import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bundleBudget } from './build/bundle-budget.ts'

/** Where `vite` (npm run dev) finds the server. */
const SERVER = process.env.RUWU_SERVER ?? 'http://127.0.0.1:8080'

/**
 * Three files for what most pages share: left to itself a page is over a hundred files, most of them below 2 kB, and a
 * browser asks for six at a time.
 */
const EVERY_PAGE = {
  name: 'base',
  test: /lucide|node_modules[\\/](zod|@tanstack[\\/][\w-]*query[\w-]*)[\\/]/,
  minShareCount: 2,
  priority: 2,
}
/** On every page by itself: counted as shared, it has been put beside antd, which the sign-in page must not load. */
const RENDERER = {
  name: 'react',
  test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/,
  priority: 3,
}
const SIGNED_IN = {
  name: 'antd',
  // Tables and calendars are large and on some pages only.
  test: /node_modules[\\/](antd|@ant-design|@rc-component)[\\/](?!.*(picker|table))/,
  minShareCount: 2,
  priority: 1,
}

export default defineConfig({
  plugins: [react(), bundleBudget({ page: 'src/features/auth/login-page.tsx', maxGzipBytes: 200_000 })],
  build: {
    target: 'es2024',
    chunkSizeWarningLimit: 1200,
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups: [RENDERER, EVERY_PAGE, SIGNED_IN] } } },
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
