#!/usr/bin/env bash
# Unpacks packages of Debian, with all that they need, into a folder. Nothing is installed.
#
#     debian.sh FOLDER SUITE ARCHITECTURE PACKAGE...
set -euo pipefail
folder=$1 suite=$2 architecture=$3
shift 3
if [ -e "$folder/.unpacked" ]; then exit; fi
rm -rf "$folder"
mkdir -p "$folder"/.apt/{lists/partial,archives/partial,parts} "$folder"/usr/{bin,lib,lib64,sbin}
folder=$(realpath "$folder")
# Its newer packages leave these to the system.
for name in bin lib lib64 sbin; do ln -s "usr/$name" "$folder/$name"; done
: > "$folder/.apt/status"
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Label: Debian' | sort -u | head -1)
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" > "$folder/.apt/sources.list"
cat > "$folder/.apt/apt.conf" << CONF
Dir::State::status "$folder/.apt/status";
Dir::State::lists "$folder/.apt/lists";
Dir::Cache "$folder/.apt";
Dir::Etc::SourceList "$folder/.apt/sources.list";
Dir::Etc::SourceParts "$folder/.apt/parts";
APT::Architecture "$architecture";
APT::Architectures "$architecture";
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Acquire::Languages "none";
CONF
export APT_CONFIG=$folder/.apt/apt.conf
apt-get update -qq
apt-get install -qq --download-only "$@"
for package in "$folder"/.apt/archives/*.deb; do dpkg-deb -x "$package" "$folder"; done
rm -rf "$folder/.apt"
touch "$folder/.unpacked"
