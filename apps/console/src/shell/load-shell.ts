/** The shell with antd and everything inside it: one chunk, fetched while the sign-in page is idle. */
export const loadShell = () => import('./shell.tsx')
