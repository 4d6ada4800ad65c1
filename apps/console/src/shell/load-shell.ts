/** The shell with antd: one chunk, preloaded while the sign-in page is idle. */
export const loadShell = () => import('./shell.tsx')
