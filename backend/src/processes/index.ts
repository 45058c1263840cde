import { expireReservationProcess } from './expire-reservation.process';
import { settleTextProcess } from './settle-text.process';

export { ProcessesModule } from './processes.module';
export const crossDomainProcesses = [expireReservationProcess, settleTextProcess];
