import { closePaidWorkProcess } from './close-paid-work.process';
import { expireReservationProcess } from './expire-reservation.process';
import { settleTextProcess } from './settle-text.process';

export { ProcessesModule } from './processes.module';
export const crossDomainProcesses = [closePaidWorkProcess, expireReservationProcess, settleTextProcess];
