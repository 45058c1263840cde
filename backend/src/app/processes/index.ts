import { expireReservationProcess } from './expire-reservation';
import { settleTextProcess } from './settle-text.reactor';

export { ProcessesModule } from './processes.module';
export const crossDomainProcesses = [expireReservationProcess, settleTextProcess];
