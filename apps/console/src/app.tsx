import { ERROR_TEXTS } from '@ruwu/domain'
import { ConfirmHost, ErrorBoundary, ToastHost, toast } from '@ruwu/ui'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { demoFrame } from './browser/demo-frame.ts'
import { keepLinksInside } from './browser/keep-links-inside.ts'
import { report } from './monitoring/monitoring.ts'
import { routes } from './routes.tsx'
import { endSession, onSessionEnd } from './session/session-end.ts'
import { onSessionBroadcast } from './session/session-tabs.ts'
import { isLoginPath, loginPathFrom, OAUTH_CONFIRM_PATH, pathAfterLogin } from './routing/sign-in-path.ts'

const router = createBrowserRouter(routes)

if (demoFrame) keepLinksInside(document)

onSessionEnd((reason) => {
  if (demoFrame) return demoFrame.onEnd()
  const { location, navigation } = router.state
  // Already on or navigating to a sign-in page: the first reason counts, later ones are repetitions.
  if (isLoginPath((navigation.location ?? location).pathname)) return
  const { pathname, search } = location
  if (reason === 'expired') toast.error(ERROR_TEXTS.signInAgain)
  // An application's request is also kept when the agent changes the account.
  const isKept = reason === 'expired' || pathname === OAUTH_CONFIRM_PATH
  void router.navigate(isKept ? loginPathFrom(pathname + search) : '/login', { replace: true })
})

onSessionBroadcast((news) => {
  if (news === 'ended') endSession('elsewhere')
  // Another tab signed in, possibly as another agent: reload with the current cookies.
  else if (isLoginPath(router.state.location.pathname))
    void router.navigate(pathAfterLogin(router.state.location), { replace: true })
  else window.location.assign('/')
})

export function App() {
  return (
    <ErrorBoundary onError={report}>
      <RouterProvider router={router} />
      <ToastHost />
      <ConfirmHost />
    </ErrorBoundary>
  )
}
