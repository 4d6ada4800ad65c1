import { lazy, Suspense, type ComponentProps } from 'react'

// Loaded on first open: its controls are used nowhere else in the shell.
const Lazy = lazy(async () => ({ default: (await import('./notify-setting-dialog.tsx')).NotifySettingDialog }))

export const NotifySettingDialog = (props: ComponentProps<typeof Lazy>) => (
  <Suspense fallback={null}>
    <Lazy {...props} />
  </Suspense>
)
