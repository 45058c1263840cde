/** Who a session belongs to. */
export interface SessionUser {
  id: string;
  email: string;
  firstName: string;
}

declare module 'express-session' {
  interface SessionData {
    user: SessionUser;
  }
}
