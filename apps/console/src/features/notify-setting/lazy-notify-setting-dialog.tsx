import { lazy, Suspense, type ComponentProps } from 'react'

// Its controls are used nowhere else in the shell; they come when somebody opens it.
const Lazy = lazy(async () => ({ default: (await import('./notify-setting-dialog.tsx')).NotifySettingDialog }))

export const NotifySettingDialog = (props: ComponentProps<typeof Lazy>) => (
  <Suspense fallback={null}>
    <Lazy {...props} />
  </Suspense>
)
