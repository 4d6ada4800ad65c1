export type Source = 'redbook' | 'douyin'
