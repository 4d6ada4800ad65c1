/** What can stand in a quick reply for the one it is sent to and by. */
export type ReplyVariables = { 客户昵称: string; 客服名: string; 企业名: string; 账号名: string }

const REPLY_VARIABLES = ['客户昵称', '客服名', '企业名', '账号名'] as const satisfies (keyof ReplyVariables)[]

/** Names of variables are filled, everything else stays as it is written. */
export const fillVariables = (text: string, values: ReplyVariables): string =>
  text.replace(/\{([^{}]+)\}/g, (whole, name: string) => (isVariable(name) ? values[name] : whole))

const isVariable = (name: string): name is keyof ReplyVariables => (REPLY_VARIABLES as readonly string[]).includes(name)
