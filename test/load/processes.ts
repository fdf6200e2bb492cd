import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Resident memory of a process in MB. Source: VmRSS of /proc/pid/status, in kB. */
export function residentMegabytes(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

const LOOPBACK = /^(?:0100007F|0{24}0100007F|0{8}|0{32}|0{16}FFFF0{4}0100007F):/;

/**
 * The remote addresses of a process's TCP connections to other machines, in the kernel's hexadecimal form. Source: /proc/pid/net/tcp
 * (proc_net_tcp). The third column is the remote address, the tenth is the socket's inode.
 */
export function outsideConnections(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  const own = new Set(readdirSync(folder).map((file) => socketOf(`${folder}/${file}`)));
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , remote = '', , , , , , , inode = '']) => own.has(inode) && !LOOPBACK.test(remote))
      .map(([, , remote = '']) => remote),
  );
}

/** The inode of a socket. Empty for another file, or for one that was closed since the folder was listed. */
function socketOf(file: string): string {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(file))?.[1] ?? '';
  } catch {
    return '';
  }
}
