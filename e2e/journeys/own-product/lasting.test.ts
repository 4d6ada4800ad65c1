// In this order: the last ones take away an agent and how the administrator signs in.
import './lasting/account-pages.ts'
import './lasting/oauth.ts'
import './lasting/registration.ts'
import './lasting/closing.ts'
import './lasting/automation-pause.ts'
import './lasting/agents.ts'
import './lasting/two-step.ts'
