export interface PasswordCost {
  /** Memory and time; a power of two. */
  N: number;
  r: number;
  p: number;
}

/** 32 MiB and about a sixth of a second for one try. No setting makes it cheaper. */
export const PASSWORD_COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
