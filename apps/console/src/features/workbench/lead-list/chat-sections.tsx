import { LEAD_PATH } from '@ruwu/domain'
import { NavLink } from 'react-router'
import { texts } from './texts.ts'
import styles from './chat-sections.module.css'

/** 会话 and 线索 on a phone, whose bottom bar has room for 私信 alone. */
export const ChatSections = () => (
  <nav className={styles.sections} aria-label={texts.sections}>
    <NavLink to="/chat" end>
      {texts.chats}
    </NavLink>
    <NavLink to={LEAD_PATH}>{texts.title}</NavLink>
  </nav>
)
