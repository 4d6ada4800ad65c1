import { ERROR_TEXTS } from '@ruwu/domain'
import { ConfirmHost, ErrorBoundary, ToastHost, toast } from '@ruwu/ui'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { report } from './monitoring/monitoring.ts'
import { routes } from './routes.tsx'
import { endSession, onSessionEnd } from './session/session-end.ts'
import { onSessionBroadcast } from './session/session-tabs.ts'
import { loginPathFrom } from './routing/sign-in-path.ts'

const router = createBrowserRouter(routes)

onSessionEnd((reason) => {
  const { location, navigation } = router.state
  // Already on or navigating to /login: the first reason counts, later ones are repetitions.
  if ((navigation.location ?? location).pathname === '/login') return
  const { pathname, search } = location
  if (reason === 'expired') toast.error(ERROR_TEXTS.signInAgain)
  void router.navigate(reason === 'expired' ? loginPathFrom(pathname + search) : '/login', { replace: true })
})

onSessionBroadcast((news) => {
  if (news === 'ended') endSession('elsewhere')
  // Another tab signed in, possibly as another agent: reload with the current cookies.
  else if (router.state.location.pathname === '/login') void router.navigate('/', { replace: true })
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
