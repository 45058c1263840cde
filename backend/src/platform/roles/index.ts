export { ForRole } from './for-role';
export { ROLE_BOOK, type RoleBook } from './role-book';
export { RoleGuard } from './role.guard';
