#!/usr/bin/env bash
# Puts MySQL into a folder and installs nothing: test/mysql/fetch.sh FOLDER [sid|jammy], on Debian or Ubuntu.
# Debian's sid has the newest one, Ubuntu's jammy 8.0. What runs it afterwards: FOLDER/mysqld, FOLDER/mysql, FOLDER/mysqldump.
set -euo pipefail
[ $# -ge 1 ] || { echo "Usage: test/mysql/fetch.sh FOLDER [sid|jammy]" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
release=${2:-sid}
keys=/usr/share/keyrings

source_line() { # ARCHIVE KEYRING SUITE SECTIONS...
  local archive=$1 keyring=$2
  shift 2
  # Without the keys the archive is taken at its word; its packages are held to the checksums of its lists all the same.
  if [ -e "$keyring" ]; then echo "deb [signed-by=$keyring] $archive $*"; else echo "deb [trusted=yes] $archive $*"; fi
}
mkdir -p "$folder"/apt/{lists,archives}/partial "$folder/root"
: >"$folder/apt/status"
case $release in
  sid)
    packages=(mysql-server-core mysql-client-core) plugins=mysql-server
    source_line https://deb.debian.org/debian $keys/debian-archive-keyring.gpg sid main >"$folder/apt/sources.list"
    ;;
  jammy)
    packages=(mysql-server-core-8.0 mysql-client-core-8.0) plugins=mysql-server-8.0
    for suite in jammy jammy-updates jammy-security; do
      source_line http://archive.ubuntu.com/ubuntu $keys/ubuntu-archive-keyring.gpg $suite main universe
    done >"$folder/apt/sources.list"
    ;;
  *) echo "There is sid and jammy, not $release." >&2; exit 2 ;;
esac

# With lists of its own, and as if nothing were installed: what MySQL needs comes along, down to the loader.
apt() {
  apt-get -q -o APT::Sandbox::User="$(id -un)" -o Debug::NoLocking=1 -o Dir::State::status="$folder/apt/status" \
    -o Dir::State::lists="$folder/apt/lists" -o Dir::Cache="$folder/apt" -o Dir::Etc::sourcelist="$folder/apt/sources.list" \
    -o Dir::Etc::sourceparts=/dev/null -o Dir::Etc::preferencesparts=/dev/null -o Acquire::Languages=none "$@"
}
apt update
apt install --yes --download-only --no-install-recommends "${packages[@]}"
(cd "$folder/apt/archives" && apt download $plugins)
for package in "$folder"/apt/archives/*.deb; do dpkg-deb --extract "$package" "$folder/root"; done
rm -r "$folder/apt"

cd "$folder"
loader=$(find root -name 'ld-linux*.so.*' -print -quit)
libraries=$(find root -type d \( -path 'root/lib/*-linux-gnu' -o -path 'root/usr/lib/*-linux-gnu' -o -path '*/mysql/private' \) -printf '$here/%p:')
launcher() { # PROGRAM [OPTIONS], which are text of the script
  cat >"${1##*/}" <<END
#!/bin/sh
here=\$(cd "\$(dirname "\$0")" && pwd)
exec "\$here/$loader" --library-path "$libraries" "\$here/root/$1" "\$@" ${2-}
END
  chmod +x "${1##*/}"
}
launcher usr/sbin/mysqld '"--lc-messages-dir=$here/root/usr/share/mysql" "--plugin-dir=$here/root/usr/lib/mysql/plugin" \
  "--character-sets-dir=$here/root/usr/share/mysql/charsets"'
launcher usr/bin/mysql
launcher usr/bin/mysqldump
./mysqld --no-defaults --version
