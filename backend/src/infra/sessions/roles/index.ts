export { ForRole, ROLE_BOOK, type RoleBook, RoleGuard } from './role.guard';
