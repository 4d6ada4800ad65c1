import { redirect } from 'react-router'
import { readSession } from '../../session/session.ts'

/** A signed-in agent is redirected to the start page. */
export const loginLoader = () => (readSession() ? redirect('/') : null)
